import type { AppOptions, Site } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { type FrontDoor, makeFrontDoor } from '#server/front-door.ts'

/** The front door of a server that has just started; what it loads is `site`, without its jobs. */
export const makeTestDoor = (
  deps: Deps,
  settings: AppOptions,
  { app, finishLanding }: Site,
  onLoad: () => void = () => {},
): FrontDoor =>
  makeFrontDoor(deps, {
    ...settings,
    load: async () => {
      onLoad()
      return {
        fetch: app.fetch,
        finishLanding,
        warmUp: async () => {},
        close: async () => {},
        end: async () => {},
      }
    },
  })
