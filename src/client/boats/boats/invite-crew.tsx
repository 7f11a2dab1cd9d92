import UserPlus from 'lucide-react/icons/user-plus'
import { boatCrewQrPath } from '#client/boats/api/boats.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { LinkToShare } from '#client/ui/forms/link-to-share.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Boat } from '#contract/boats/boats.ts'

/** One link and code for the whole crew: anyone who opens it asks to join, and the owner approves. */
export function InviteCrew({ boat: { id, name } }: { boat: Boat }) {
  const { canonical } = useBoot()
  return (
    <DialogButton
      label={
        <>
          <UserPlus size={20} />
          Invite Crew
        </>
      }
      about={` of ${name}`}
      variant="secondary"
      title={`Invite the crew of ${name}`}
      description="One link for everyone on board. They ask to join, and you approve them under Boats."
    >
      {close => (
        <LinkToShare
          link={new URL(paths.joinCrew(id), canonical).href}
          code={boatCrewQrPath(id)}
          title={`Join the crew of ${name}`}
          onDone={close}
        />
      )}
    </DialogButton>
  )
}
