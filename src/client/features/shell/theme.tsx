import { ThemeSwitch } from '#client/ui/controls/theme-switch.tsx'

/** Marked so that enhance.ts finds it on pages without React. */
export function FooterThemeSwitch() {
  return (
    <div data-theme-switch>
      <ThemeSwitch />
    </div>
  )
}
