import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import { sendTestMail } from '#client/site/api/admin.ts'
import { Button } from '#client/ui/controls/button.tsx'

export function TestMailButton() {
  const test = useApiMutation(sendTestMail, 'The mail was not sent. Please try again.')
  const send = () =>
    test.run({}, ({ to, sent, answer }) =>
      toast(
        sent
          ? { title: `Mail sent to ${to}`, description: answer }
          : {
              title: 'Not sent, but written to a file',
              description: `${answer}. Set SMTP_URL to send mail.`,
            },
      ),
    )
  return (
    <Button variant="secondary" pending={test.pending} onClick={() => void send()}>
      Send Me a Test Mail
    </Button>
  )
}
