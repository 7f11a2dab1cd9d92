import { ApiError } from './errors.ts'

/** RFC 9110, 15.5.6: what a path does answer to. @param methods `GET`, `HEAD` */
export const wrongMethod = (methods: readonly string[]) =>
  new ApiError('method_not_allowed', `Use ${methods.join(', ')} here.`, {
    headers: { Allow: methods.join(', ') },
  })

/** For what is only read; mount it behind the read, for all methods. */
export function onlyRead(): never {
  throw wrongMethod(['GET', 'HEAD'])
}
