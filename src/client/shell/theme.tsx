import { ThemeSwitch } from '#client/ui/controls/theme-switch.tsx'

/** Found by enhance.ts on pages without React. */
export function FooterThemeSwitch() {
  return (
    <div data-theme-switch>
      <ThemeSwitch />
    </div>
  )
}
