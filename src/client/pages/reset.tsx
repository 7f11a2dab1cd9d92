import { ResetForm } from '#client/features/account/reset-form.tsx'
import { Shell } from '#client/features/shell/shell.tsx'

export default function ResetPage() {
  return (
    <Shell>
      <ResetForm />
    </Shell>
  )
}
