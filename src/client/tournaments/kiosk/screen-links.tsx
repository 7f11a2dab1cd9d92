import MonitorUp from 'lucide-react/icons/monitor-up'
import QrCode from 'lucide-react/icons/qr-code'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import type { Tournament } from '#contract/tournaments/tournaments.ts'

export function ScreenLinks({ tournament: { id, status } }: { tournament: Tournament }) {
  if (status === 'cancelled') return null
  return (
    <>
      <LinkButton href={paths.kiosk(id)} variant="secondary">
        <MonitorUp size={20} />
        Open on a big screen
      </LinkButton>
      {status !== 'completed' && (
        <LinkButton href={paths.dockBoard(id)} variant="secondary">
          <QrCode size={20} />
          QR Code
        </LinkButton>
      )}
    </>
  )
}
