import { useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf } from '#client/lib/submit.ts'
import { addWebhook } from '#client/notifications/api/webhooks.ts'
import { CheckboxField } from '#client/ui/forms/choice-fields.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { fieldTexts } from '#contract/field-texts.ts'
import { limits } from '#contract/limits.ts'
import type { WebhookTopic, WebhookWithSecret } from '#contract/notifications/webhooks.ts'
import { Secret } from './secret.tsx'
import { topicTexts } from './webhook-texts.ts'

const topics = Object.keys(topicTexts) as WebhookTopic[]
const topicsIn = (data: FormData) => topics.filter(topic => data.getAll('topics').includes(topic))

export function AddWebhook({ tournamentId }: { tournamentId: string }) {
  const addition = useApiMutation(addWebhook, 'Failed to add it. Please try again.')
  const [webhook, setWebhook] = useState<WebhookWithSecret | null>(null)

  const add = async (data: FormData) => {
    const body = { url: textOf(data, 'url'), topics: topicsIn(data) }
    setWebhook(await addition.send({ params: { id: tournamentId }, body }))
  }

  return (
    <FormCard>
      {webhook ? (
        <Secret webhook={webhook} onDone={() => setWebhook(null)} />
      ) : (
        <Form
          onSubmit={add}
          onError={addition.fail}
          messages={{
            url: {
              valueMissing: fieldTexts.webhookAddressRequired,
              typeMismatch: fieldTexts.webhookAddressRequired,
            },
          }}
          check={data =>
            topicsIn(data).length === 0 ? { topics: fieldTexts.webhookTopicsRequired } : ({} as const)
          }
        >
          <Field
            label="Address"
            name="url"
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://club.example/hook"
            maxLength={limits.webhookAddressMax}
            required
          />
          <Stack gap="1" role="group" aria-label="Events">
            <Text look="label">Events</Text>
            {topics.map((topic, index) => (
              <CheckboxField
                key={topic}
                name="topics"
                value={topic}
                label={topicTexts[topic]}
                defaultChecked
                // The last one shows the error of all.
                {...(index < topics.length - 1 && { error: '' })}
              />
            ))}
          </Stack>
          <FormActions>
            <SubmitButton>Add Webhook</SubmitButton>
          </FormActions>
        </Form>
      )}
    </FormCard>
  )
}
