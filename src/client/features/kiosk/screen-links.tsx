import MonitorUp from 'lucide-react/icons/monitor-up'
import QrCode from 'lucide-react/icons/qr-code'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/button.tsx'

/** How a tournament gets onto a screen and onto the board at the dock. */
export function ScreenLinks({ tournamentId }: { tournamentId: string }) {
  return (
    <>
      <LinkButton href={paths.kiosk(tournamentId)} variant="secondary">
        <MonitorUp size={20} aria-hidden />
        Open on a big screen
      </LinkButton>
      <LinkButton href={paths.dockBoard(tournamentId)} variant="secondary">
        <QrCode size={20} aria-hidden />
        QR Code
      </LinkButton>
    </>
  )
}
