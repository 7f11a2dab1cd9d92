import { ThemeSwitch } from '#client/ui/controls/theme-switch.tsx'

/** The theme switch where also a page without React finds it (enhance.ts). */
export function FooterThemeSwitch() {
  return (
    <div data-theme-switch>
      <ThemeSwitch />
    </div>
  )
}
