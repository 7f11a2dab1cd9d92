import { ThemeSwitch } from '#client/ui/controls/theme-switch.tsx'

/** Switch that enhance.ts finds on pages without React. */
export function FooterThemeSwitch() {
  return (
    <div data-theme-switch>
      <ThemeSwitch />
    </div>
  )
}
