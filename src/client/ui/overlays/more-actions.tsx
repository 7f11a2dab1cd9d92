import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useId } from 'react'
import { IconButton } from '#client/ui/controls/button.tsx'
import { css } from '#styled/css/index.js'

const sheet = css({
  '&:popover-open': {
    column: '3',
    position: 'fixed',
    inset: 'auto 0 0 0',
    width: 'full',
    maxWidth: 'full',
    margin: '0',
    padding: '5',
    paddingBottom: 'max(1.25rem, env(safe-area-inset-bottom))',
    backgroundColor: 'raised',
    borderTopRadius: 'xl',
    boxShadow: 'overlay',
    animation: 'riseIn',
  },
  '&::backdrop': { backgroundColor: 'shade' },
  md: {
    '&:popover-open': {
      inset: '0',
      width: '20rem',
      height: 'fit-content',
      margin: 'auto',
      borderRadius: 'xl',
    },
  },
})

/** Actions in a sheet, on wide screens in the middle. Needs no script. */
export function MoreActions({ children }: { children: ReactNode }) {
  const id = useId()
  return (
    <>
      <IconButton label="More actions" variant="secondary" popoverTarget={id}>
        <Ellipsis size={20} />
      </IconButton>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: closes after one of its buttons */}
      <div id={id} popover="auto" className={sheet} onClick={({ currentTarget }) => hide(currentTarget)}>
        {children}
      </div>
    </>
  )
}

// A dialog would open below the sheet.
function hide(sheet: HTMLElement): void {
  if (sheet.matches(':popover-open')) sheet.hidePopover()
}
