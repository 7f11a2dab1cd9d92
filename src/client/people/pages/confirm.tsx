import { ConfirmForm } from '#client/people/account/confirm-form.tsx'
import { Shell } from '#client/shell/shell.tsx'

export default function ConfirmPage() {
  return (
    <Shell>
      <ConfirmForm />
    </Shell>
  )
}
