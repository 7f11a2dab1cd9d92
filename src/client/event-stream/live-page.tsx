import WifiOff from 'lucide-react/icons/wifi-off'
import { Announcer } from '#client/ui/overlays/announcer.tsx'
import { hiddenClass } from '#client/ui/visually-hidden.tsx'
import { css } from '#styled/css/index.js'
import { useEventStream } from './use-live.ts'

const pill = css({
  position: 'fixed',
  insetInlineStart: '4',
  bottom: 'calc(var(--bottom-bar, 0rem) + max(1rem, env(safe-area-inset-bottom)))',
  zIndex: 'sticky',
  row: '2',
  maxWidth: 'calc(100vw - 2rem)',
  minHeight: 'touch',
  paddingInline: '4',
  borderRadius: 'full',
  borderWidth: '1px',
  borderColor: 'edge',
  backgroundColor: 'raised',
  color: 'ink',
  boxShadow: 'overlay',
  textStyle: 'small',
  fontWeight: 'semibold',
  '& svg': { flexShrink: '0', color: 'danger' },
})

// React leaves the text to connection.ts.
const filledLater = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }

/** Keeps the page up to date, announces changes, and shows the age of its data without a connection. */
export function LivePage() {
  useEventStream()
  return (
    <>
      <Announcer />
      <span role="status" data-connection="status" className={hiddenClass} {...filledLater} />
      <p hidden data-connection="age" className={pill} suppressHydrationWarning>
        <WifiOff size={18} />
        <span data-connection="text" {...filledLater} />
      </p>
    </>
  )
}
