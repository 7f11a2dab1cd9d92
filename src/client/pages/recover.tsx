import { RecoverForm } from '#client/features/account/recover-form.tsx'
import { Shell } from '#client/features/shell/shell.tsx'

export default function RecoverPage() {
  return (
    <Shell>
      <RecoverForm />
    </Shell>
  )
}
