import { ResetForm } from '#client/people/account/reset-form.tsx'
import { Shell } from '#client/shell/shell.tsx'

export default function ResetPage() {
  return (
    <Shell>
      <ResetForm />
    </Shell>
  )
}
