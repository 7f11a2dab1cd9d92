const hydration = Promise.withResolvers<void>()

/** Resolves when React has hydrated the page. */
export const whenHydrated: Promise<void> = hydration.promise

export const markHydrated = hydration.resolve
