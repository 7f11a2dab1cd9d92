import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { NameLink } from '#client/ui/controls/link.tsx'
import { Card, CardBody, CardTitle } from '#client/ui/layout/card.tsx'
import { Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import type { Boat } from '#contract/boats/boats.ts'
import { css } from '#styled/css/index.js'

const description = css({ color: 'inkMuted', textStyle: 'small', lineClamp: '4', whiteSpace: 'pre-line' })

export interface BoatCardProps {
  boat: Boat
  children?: ReactNode
}

export function BoatCard({ boat, children }: BoatCardProps) {
  return (
    <Card as="li">
      <BoatPicture boat={boat} />
      <CardBody>
        <Stack gap="xs" breakable>
          <CardTitle>
            <NameLink href={paths.boat(boat.id)}>{boat.name}</NameLink>
          </CardTitle>
          <Muted>Captain: {boat.captain_name}</Muted>
        </Stack>
        {boat.description && <p className={description}>{boat.description}</p>}
        {children}
      </CardBody>
    </Card>
  )
}

const pictureSize = css({ aspectRatio: '16/9', height: 'auto' })

export function BoatCardSkeleton() {
  return (
    <Card>
      <Skeleton shape="block" className={pictureSize} />
      <CardBody>
        <Skeleton shape="heading" width="half" />
        <Skeleton width="third" />
        <Skeleton />
      </CardBody>
    </Card>
  )
}
