import { LogoutForm } from '#client/features/account/logout-form.tsx'
import { Shell } from '#client/features/shell/shell.tsx'

export default function LogoutPage() {
  return (
    <Shell>
      <LogoutForm />
    </Shell>
  )
}
