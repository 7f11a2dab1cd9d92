import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useId, useSyncExternalStore } from 'react'
import { currentTheme, setTheme, subscribeTheme, type Theme } from '#client/lib/theme.ts'
import { hiddenClass } from '#client/ui/visually-hidden.tsx'
import { css } from '#styled/css/index.js'

const group = css({
  display: 'inline-flex',
  padding: '0.5',
  borderRadius: 'full',
  borderWidth: '1px',
  borderColor: 'edge',
  width: 'fit-content',
  maxWidth: 'full',
})
const choice = css({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  boxSize: 'touch',
  borderRadius: 'full',
  color: 'inkMuted',
  cursor: 'pointer',
  _crew: { boxSize: 'wet' },
  transitionProperty: 'background-color, color',
  transitionDuration: 'fast',
  '&:hover': { color: 'ink' },
  '&:has(:checked)': {
    backgroundColor: { base: 'seaSolid', _forced: 'Highlight' },
    color: { base: 'onSea', _forced: 'HighlightText' },
    forcedColorAdjust: { _forced: 'none' },
  },
  '&:has(:focus-visible)': { outline: '3px solid token(colors.focus)', outlineOffset: '2px' },
})

const THEMES = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const satisfies readonly { value: Theme; label: string; Icon: unknown }[]

const onServer = (): Theme => 'system'

export function ThemeSwitch() {
  const name = useId()
  const theme = useSyncExternalStore(subscribeTheme, currentTheme, onServer)
  return (
    <div role="radiogroup" aria-label="Colour theme" className={group}>
      {THEMES.map(({ value, label, Icon }) => (
        <label key={value} title={label} className={choice}>
          <input
            type="radio"
            name={name}
            value={value}
            aria-label={label}
            checked={theme === value}
            onChange={() => setTheme(value)}
            className={hiddenClass}
          />
          <Icon size={18} />
        </label>
      ))}
    </div>
  )
}
