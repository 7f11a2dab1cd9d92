import { Provider, useAtomValue } from 'jotai'
import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { type Boot, useBoot } from '#client/lib/boot.tsx'
import { NowProvider } from '#client/lib/now.tsx'
import { pageAge } from '#client/lib/page-age.ts'
import { useHeightVariable } from '#client/ui/layout/height-variable.ts'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { SkipLink } from '#client/ui/layout/skip-link.tsx'
import { siteNameOr } from '#contract/site-name.ts'
import { css, cx } from '#styled/css/index.js'
import { BoatBar } from './boat-bar.tsx'
import { Capture } from './capture/capture.tsx'
import { CaptureSkeleton } from './capture/stage.tsx'
import { InstallBar } from './install-bar.tsx'
import { watchInstallOffers } from './lib/install.ts'
import { useView } from './lib/location.ts'
import { FailureState, Screen } from './lib/screen.tsx'
import { startServiceWorker } from './lib/service-worker.ts'
import { isStoredShell } from './lib/shell-document.ts'
import { tabOf, titles, type View } from './lib/views.ts'
import { announceRecordings } from './queue/announce-recordings.ts'
import { itemsAtom } from './queue/atoms.ts'
import { setSiteName } from './queue/notify.ts'
import { TabBar } from './tab-bar.tsx'
import { UpdateBar } from './update-bar.tsx'
import { startViewer } from './viewer.ts'

const QueueScreen = lazy(() => import('./queue/queue-screen.tsx'))
const PostsScreen = lazy(() => import('./posts/posts-screen.tsx'))
const ComposeScreen = lazy(() => import('./posts/compose-screen.tsx'))
const EditScreen = lazy(() => import('./posts/edit-screen.tsx'))
const PostScreen = lazy(() => import('./posts/post-screen.tsx'))
const LiveScreen = lazy(() => import('./live/live-screen.tsx'))
const SettingsScreen = lazy(() => import('./settings/settings-screen.tsx'))

const frame = css({
  display: 'grid',
  gridTemplateRows: 'minmax(0, 1fr) auto',
  minHeight: '100dvh',
  backgroundColor: 'background',
  color: 'ink',
  _tabsBeside: { gridTemplateColumns: 'auto minmax(0, 1fr)' },
})
const scrolling = css({
  // The tabs lie above the page's end.
  '& > main :is(a, button, input, select, textarea)': { scrollMarginBottom: '24' },
  _tabsBeside: { gridTemplateRows: 'none' },
})
const oneScreen = css({
  height: '100dvh',
  '& > main': { overflowY: 'auto', scrollPaddingBottom: '24' },
  _tabsBeside: { gridTemplateRows: 'minmax(0, 1fr)' },
})
const main = css({
  display: 'flex',
  flexDirection: 'column',
  minWidth: '0',
  minHeight: '0',
  // `order` placed the tabs at the wrong edge after a rotation.
  _tabsBeside: { gridColumn: '2', gridRow: '1' },
  _landscapePhone: { paddingRight: 'env(safe-area-inset-right)' },
})

const toastsAboveTabs = css({
  '--toast-offset': '5rem',
  _tabsBeside: { '--toast-offset': '1rem' },
})
const toastsAboveControls = css({
  '--toast-offset': '17rem',
  md: { '--toast-offset': '13rem' },
  _landscapePhone: { '--toast-offset': '5.5rem', '--toast-end': '8.5rem' },
})

/** Views with controls at the bottom of the screen. */
const viewsWithControls: ReadonlySet<View['name']> = new Set(['capture', 'compose', 'edit'])

function useToastPosition(view: View): void {
  const classNames = view.name === 'capture' ? toastsAboveControls : toastsAboveTabs
  useEffect(() => {
    const names = classNames.split(' ')
    document.documentElement.classList.add(...names)
    return () => document.documentElement.classList.remove(...names)
  }, [classNames])
}

function viewOf(view: View): ReactNode {
  switch (view.name) {
    case 'capture':
      return <Capture />
    case 'queue':
      return <QueueScreen />
    case 'posts':
      return <PostsScreen tag={view.tag} />
    case 'compose':
      return <ComposeScreen key={view.itemId} itemId={view.itemId} />
    case 'post':
      return <PostScreen key={view.id} id={view.id} />
    case 'edit':
      return <EditScreen key={view.id} id={view.id} />
    case 'live':
      return <LiveScreen />
    case 'settings':
      return <SettingsScreen />
  }
}

function Loading() {
  return (
    <Screen>
      <LoadingText />
      <Skeleton shape="heading" width="half" />
      <Skeleton shape="card" />
    </Screen>
  )
}

class PartBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Screen>
        <FailureState title="Could not open this" onRetry={() => location.reload()} />
      </Screen>
    )
  }
}

/** Starts the queue, whichever view is open. */
function QueueSubscription() {
  useAtomValue(itemsAtom)
  return null
}

let hasStarted = false

function start(boot: Boot): void {
  // Hot reload mounts the app again.
  if (hasStarted) return
  hasStarted = true
  startViewer(boot)
  startServiceWorker()
  watchInstallOffers()
  void announceRecordings()
}

function Started({ view }: { view: View }) {
  const boot = useBoot()
  // The stored shell knows only the device's time, until `startViewer` gets the server's.
  const [now] = useState(() => (isStoredShell(boot) ? Date.now() - pageAge() : boot.now))
  useToastPosition(view)
  useEffect(() => {
    // Dialogs and toasts are outside the app's element.
    document.documentElement.dataset.surface = 'crew'
    setSiteName(siteNameOr(boot.siteName))
    start(boot)
  }, [boot])
  useEffect(() => {
    document.title = `${titles[view.name]} · ${siteNameOr(boot.siteName)}`
    // The focused element may be gone.
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [view.name, boot.siteName])
  return (
    <NowProvider now={now}>
      <QueueSubscription />
      <PartBoundary key={view.name}>
        <Suspense fallback={<Loading />}>{viewOf(view)}</Suspense>
      </PartBoundary>
    </NowProvider>
  )
}

/** The same document for everyone: the service worker stores it. */
export function CrewApp() {
  const view = useView()
  const bars = useHeightVariable('--top-bars')
  return (
    <Provider>
      <div
        data-surface="crew"
        className={cx(frame, !view || viewsWithControls.has(view.name) ? oneScreen : scrolling)}
      >
        <SkipLink />
        <main id="main" tabIndex={-1} className={main}>
          <div ref={bars}>
            <UpdateBar />
            {view && !viewsWithControls.has(view.name) && <InstallBar key={view.name} />}
            {view?.name === 'capture' && <BoatBar />}
          </div>
          {view ? <Started view={view} /> : <CaptureSkeleton />}
        </main>
        <TabBar current={view && tabOf(view)} />
      </div>
    </Provider>
  )
}
