import { LoginForm } from '#client/features/account/login-form.tsx'
import { Shell } from '#client/features/shell/shell.tsx'

export default function LoginPage() {
  return (
    <Shell>
      <LoginForm />
    </Shell>
  )
}
