import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { Text } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'

const box = css({
  display: 'flex',
  gap: '3',
  padding: '4',
  borderRadius: 'md',
  backgroundColor: 'dangerSoft',
  color: 'onDangerSoft',
  overflowWrap: 'anywhere',
  '& svg': { flexShrink: '0', marginTop: '0.5' },
})

export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert" className={box}>
      <CircleAlert size={20} />
      <div>
        <Text weight="semibold">{title}</Text>
        <p>{children}</p>
      </div>
    </div>
  )
}
