import { paths } from '../paths.ts'

/** Returns whether the sign-in opened this page. */
export function isAfterSignIn(): boolean {
  const { href, origin, pathname } = new URL(document.referrer || location.href)
  return href !== location.href && origin === location.origin && pathname === paths.login()
}
