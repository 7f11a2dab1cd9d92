import { useEffect, useRef } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { textOf } from '#client/lib/submit.ts'
import { paths } from '#client/paths.ts'
import { askToOrganise } from '#client/people/api/site-roles.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { textRules } from '#contract/field-texts.ts'
import type { OwnSiteRole } from '#contract/people/site-roles.ts'

const rule = textRules.organiserRequest
const messages: Messages = { content: { valueMissing: rule.required, tooLong: rule.tooLong } }

/** Request to become an organiser, on sites that approve organisers. */
export const AskToOrganise = ({ request }: Pick<OwnSiteRole, 'request'>) =>
  request === 'open' ? <RequestSent /> : <AskForm wasDeclined={request === 'declined'} />

function AskForm({ wasDeclined }: { wasDeclined: boolean }) {
  const { sendsMail } = useBoot()
  const request = useApiMutation(askToOrganise, 'Your request could not be sent. Please try again.')
  const ask = async (data: FormData) => {
    await request.send({ body: { content: textOf(data, 'content') } })
  }
  return (
    <Form onSubmit={ask} onError={request.fail} messages={messages}>
      <Text>
        {wasDeclined
          ? 'Your request was declined. If that is a mistake, ask again and say more about your tournament.'
          : `On this site, organisers are approved first.${sendsMail ? ' You get a mail when it is decided.' : ''}`}
      </Text>
      <TextareaField
        label="Which tournament do you want to run?"
        name="content"
        hint="Name, place and dates, and who you are."
        maxLength={rule.max}
        required
      />
      <FormActions>
        <SubmitButton>Ask to Run Tournaments</SubmitButton>
        <LinkButton href={paths.home()} variant="secondary">
          Cancel
        </LinkButton>
      </FormActions>
    </Form>
  )
}

function RequestSent() {
  const { sendsMail } = useBoot()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={ref} tabIndex={-1}>
      <Stack gap="3">
        <Text as="h2" look="subheading">
          Your request is sent
        </Text>
        <Muted>
          {sendsMail
            ? 'The owner of the site decides. You get a mail, and then this page lets you create tournaments.'
            : 'The owner of the site decides. Look here again: then this page lets you create tournaments.'}
        </Muted>
      </Stack>
    </div>
  )
}
