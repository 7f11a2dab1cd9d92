import Webhook from 'lucide-react/icons/webhook'
import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import {
  changeSecret,
  deleteWebhook,
  switchWebhook,
  testWebhook,
  webhooksQuery,
} from '#client/notifications/api/webhooks.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Items } from '#client/ui/layout/show-more.tsx'
import { Grid, List, Row, RowText, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { limits } from '#contract/limits.ts'
import type { Webhook as WebhookFacts, WebhookWithSecret } from '#contract/notifications/webhooks.ts'
import { css } from '#styled/css/index.js'
import { AddWebhook } from './add-webhook.tsx'
import { Deliveries } from './deliveries.tsx'
import { Secret } from './secret.tsx'
import { shortTopics } from './webhook-texts.ts'

export function WebhooksSection({ tournamentId }: { tournamentId: string }) {
  return (
    <Grid columns="halves">
      <Section
        id="add-webhook"
        title="Add a Webhook"
        description="Send what happens in this tournament to your own server."
      >
        <AddWebhook tournamentId={tournamentId} />
      </Section>
      <Section id="webhooks" title="Webhooks">
        <Items what="webhooks">
          <Data query={webhooksQuery(tournamentId)} what="The webhooks" shape="block">
            {webhooks => <Webhooks webhooks={webhooks} />}
          </Data>
        </Items>
      </Section>
    </Grid>
  )
}

function Webhooks({ webhooks }: { webhooks: readonly WebhookFacts[] }) {
  if (webhooks.length === 0)
    return (
      <EmptyState
        icon={<Webhook size={26} />}
        title="No webhooks yet"
        description={`Up to ${limits.webhooks} webhooks are possible.`}
      />
    )
  return (
    <List>
      {webhooks.map(webhook => (
        <Item key={webhook.id} webhook={webhook} />
      ))}
    </List>
  )
}

const item = css({ column: '3', padding: '4' })

function State({ state }: Pick<WebhookFacts, 'state'>) {
  switch (state) {
    case 'on':
      return <Badge tone="completed">On</Badge>
    case 'failing':
      return <Badge tone="soon">Failing</Badge>
    case 'off':
      return <Badge tone="cancelled">Off</Badge>
  }
}

function Item({ webhook }: { webhook: WebhookFacts }) {
  const { id, url, topics, state, problem, failingSince, waiting } = webhook
  const test = useApiMutation(testWebhook, 'Failed to send. Please try again.')
  const toggle = useApiMutation(switchWebhook, 'Failed to change it. Please try again.')
  const removal = useApiMutation(deleteWebhook, 'Failed to delete it. Please try again.')
  const rotation = useApiMutation(changeSecret, 'Failed to change the secret. Please try again.')
  const [webhookWithSecret, setWebhookWithSecret] = useState<WebhookWithSecret | null>(null)
  const { host } = new URL(url)

  const remove = async () => {
    await removal.send({ params: { id } })
    toast({ title: 'Webhook deleted', description: `${host} gets no more events.` })
  }
  const rotate = async () => setWebhookWithSecret(await rotation.send({ params: { id } }))
  const switchIt = () => void toggle.run({ params: { id }, body: { enabled: state === 'off' } })
  const sendTest = () =>
    void test.run({ params: { id } }, () =>
      toast({ title: 'Test event sent', description: 'The answer is in the deliveries.' }),
    )

  return (
    <li className={item}>
      <Row between rowGap="1" align="start">
        <RowText basis="10rem">
          <Text weight="semibold">{url}</Text>
          <Muted small>Hears of {topics.map(topic => shortTopics[topic]).join(', ')}</Muted>
        </RowText>
        <State state={state} />
      </Row>
      {problem !== null && (
        <Text look="small" breakable>
          {problem}
          {state === 'failing' && failingSince !== null && (
            <>
              {' Since '}
              <DateTime iso={failingSince} />
              {waiting > 0 && `; ${waiting} waiting`}.
            </>
          )}
        </Text>
      )}
      <Row gap="3" rowGap="2">
        {state === 'off' ? (
          <Button variant="action" pending={toggle.pending} onClick={switchIt}>
            Turn On
            <VisuallyHidden> {host}</VisuallyHidden>
          </Button>
        ) : (
          <>
            <Button variant="secondary" pending={test.pending} onClick={sendTest}>
              Send Test
              <VisuallyHidden> to {host}</VisuallyHidden>
            </Button>
            <Button variant="ghost" pending={toggle.pending} onClick={switchIt}>
              Turn Off
              <VisuallyHidden> {host}</VisuallyHidden>
            </Button>
          </>
        )}
        <ConfirmButton
          variant="ghost"
          label="New Secret"
          about={` for ${host}`}
          title="Change the secret?"
          description={`The secret from before stays valid for ${limits.webhookSecretHours} hours.`}
          confirmLabel="Change"
          onConfirm={rotate}
          onError={rotation.fail}
        />
        <ConfirmButton
          variant="ghost"
          label="Delete"
          about={` ${host}`}
          title={`Delete the webhook to ${host}?`}
          description="It gets no more events, and its deliveries are deleted."
          confirmLabel="Delete"
          destructive
          onConfirm={remove}
          onError={removal.fail}
        />
      </Row>
      {webhookWithSecret && <Secret webhook={webhookWithSecret} onDone={() => setWebhookWithSecret(null)} />}
      <Stack gap="0">
        <Deliveries webhook={id} host={host} />
      </Stack>
    </li>
  )
}
