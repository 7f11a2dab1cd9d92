import { createContext, type ReactNode, useContext } from 'react'
import { css } from '#styled/css/index.js'

const logo = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'touch',
  color: 'inherit',
  textDecoration: 'none',
  fontFamily: 'heading',
  fontWeight: 'bold',
  // Shrinks at 320 px, where a button stands beside it, and at 200 % text size.
  fontSize: 'clamp(1rem, 26vw - 4rem, token(fontSizes.2xl))',
  lineHeight: 'none',
  letterSpacing: 'wide',
  textTransform: 'uppercase',
  borderRadius: 'sm',
})
/** Content of {@link Logo} on the server. Null in browsers, which leave the served content as it is. */
export const ServedLogo = createContext<ReactNode>(null)

/** Its content is no part of the script of every page. */
export function Logo({ href }: { href?: string | undefined }) {
  const serverContent = useContext(ServedLogo)
  const content =
    serverContent === null
      ? { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }
      : { children: serverContent }
  return href === undefined ? (
    <span className={logo} {...content} />
  ) : (
    <a href={href} className={logo} {...content} />
  )
}
