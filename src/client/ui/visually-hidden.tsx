import type { ComponentProps } from 'react'
import { css } from '#styled/css/index.js'

export const hiddenClass = css({ srOnly: true })

export function VisuallyHidden(props: Omit<ComponentProps<'span'>, 'className'>) {
  return <span {...props} className={hiddenClass} />
}
