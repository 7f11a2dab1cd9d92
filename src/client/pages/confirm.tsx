import { ConfirmForm } from '#client/features/account/confirm-form.tsx'
import { Shell } from '#client/features/shell/shell.tsx'

export default function ConfirmPage() {
  return (
    <Shell>
      <ConfirmForm />
    </Shell>
  )
}
