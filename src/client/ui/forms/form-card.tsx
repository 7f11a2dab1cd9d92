import type { ReactNode } from 'react'
import { css } from '#styled/css/index.js'

const card = css({
  width: 'full',
  padding: { base: '4', sm: '6' },
  backgroundColor: 'surface',
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'lg',
  boxShadow: 'card',
})

export const FormCard = ({ children }: { children: ReactNode }) => <div className={card}>{children}</div>
