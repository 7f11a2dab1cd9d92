import { RecoverForm } from '#client/people/account/recover-form.tsx'
import { Shell } from '#client/shell/shell.tsx'

export default function RecoverPage() {
  return (
    <Shell>
      <RecoverForm />
    </Shell>
  )
}
