import { usePush } from '#client/notifications/api/use-push.ts'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { PushControl } from '#client/ui/forms/push-control.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'

const frame = css({
  column: '2',
  padding: '4',
  borderRadius: 'md',
  backgroundColor: 'sunken',
  '@media print': { display: 'none' },
})

/** A backer follows the boat already; this device shows notifications only by choice. */
export function PushOffer({ boat }: { boat: { id: string; name: string } }) {
  const push = usePush()
  return (
    <section aria-labelledby="push-title" className={frame}>
      <Text as="h3" look="subheading" weight="bold" breakable id="push-title">
        Tell me when {boat.name} weighs in
      </Text>
      <PushControl
        push={push}
        more={
          <TextLink href={paths.notificationSettings()} standalone>
            Notification settings
          </TextLink>
        }
      />
    </section>
  )
}
