import { LoginForm } from '#client/people/account/login-form.tsx'
import { Shell } from '#client/shell/shell.tsx'

export default function LoginPage() {
  return (
    <Shell>
      <LoginForm />
    </Shell>
  )
}
