import { LogoutForm } from '#client/people/account/logout-form.tsx'
import { Shell } from '#client/shell/shell.tsx'

export default function LogoutPage() {
  return (
    <Shell>
      <LogoutForm />
    </Shell>
  )
}
