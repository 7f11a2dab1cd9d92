import { useSyncExternalStore } from 'react'
import { onPreferences, type Preferences, preferences } from './preferences.ts'

export const usePreferences = (): Preferences => useSyncExternalStore(onPreferences, preferences, preferences)
