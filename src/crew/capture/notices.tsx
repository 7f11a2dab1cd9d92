import CloudOff from 'lucide-react/icons/cloud-off'
import HardDrive from 'lucide-react/icons/hard-drive'
import { useEffect, useState } from 'react'
import { paths } from '#client/paths.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { formatBytes } from '#contract/numbers.ts'
import { css } from '#styled/css/index.js'
import { CrewLinkButton } from '../lib/crew-link.tsx'
import { useOnline } from '../lib/network.ts'
import { measureLowSpace } from './device.ts'

const chip = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  paddingInline: '4',
  paddingBlock: '2',
  borderRadius: 'full',
  backgroundColor: 'overLens',
  color: 'onHull',
  fontWeight: 'semibold',
  textAlign: 'center',
})

/** @param lastId refreshes the free space */
export function Conditions({ lastId }: { lastId: string | null }) {
  const online = useOnline()
  const [freeBytes, setFreeBytes] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each recording leaves less space
  useEffect(() => {
    let isMounted = true
    measureLowSpace().then(
      free => {
        if (isMounted) setFreeBytes(free)
      },
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [lastId])
  if (online && freeBytes === null) return null
  return (
    <Stack align="center" gap="2">
      {!online && (
        <p role="status" className={chip}>
          <CloudOff size={20} />
          Offline
        </p>
      )}
      {freeBytes !== null && (
        <p role="status" className={chip}>
          <HardDrive size={20} />
          Only {formatBytes(freeBytes)} left on this device
        </p>
      )}
    </Stack>
  )
}

export const AddCaption = ({ id }: { id: string }) => (
  <CrewLinkButton href={paths.crewCompose(id)} variant="secondary">
    Add Caption
  </CrewLinkButton>
)
