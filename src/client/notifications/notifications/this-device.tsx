import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { devicesQuery, sendTestPush } from '#client/notifications/api/push.ts'
import { usePush } from '#client/notifications/api/use-push.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { PushControl } from '#client/ui/forms/push-control.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { countText } from '#contract/numbers.ts'

export function ThisDevice() {
  const push = usePush()
  return (
    <Section id="device" title="This device">
      <Panel lifted padding="lg" gap="3">
        <PushControl push={push} more={<SendTest />} />
        <Data query={devicesQuery()} optional>
          {devices => <OtherDevices count={devices.length - (push.state === 'on' ? 1 : 0)} />}
        </Data>
      </Panel>
    </Section>
  )
}

const OtherDevices = ({ count }: { count: number }) => (
  <Muted small>
    {count < 1
      ? 'None of your other devices get notifications.'
      : `${countText(count, 'other device')} of yours ${count === 1 ? 'gets' : 'get'} them too.`}
  </Muted>
)

function SendTest() {
  const { pending, run } = useApiMutation(sendTestPush)
  const send = () =>
    run({}, () =>
      toast({ title: 'Test sent', description: 'It should reach all your devices within seconds.' }),
    )
  return (
    <Button variant="ghost" pending={pending} onClick={() => void send()}>
      Send a Test
    </Button>
  )
}
