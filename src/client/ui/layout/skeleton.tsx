import type { VariantsOf } from '#client/ui/variants.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { cva, cx } from '#styled/css/index.js'

const skeleton = cva({
  base: { display: 'block', flexShrink: '0', backgroundColor: 'track', animation: 'shimmer' },
  variants: {
    shape: {
      line: { height: '4', borderRadius: 'sm' },
      heading: { height: '7', borderRadius: 'sm' },
      block: { height: '24', borderRadius: 'md' },
      card: { height: '64', borderRadius: 'lg' },
      row: { height: '16', borderRadius: 'md' },
    },
    width: {
      full: { width: 'full' },
      half: { width: '50%' },
      third: { width: '33%' },
      most: { width: '80%' },
    },
  },
  defaultVariants: { shape: 'line', width: 'full' },
})

export interface SkeletonProps extends VariantsOf<typeof skeleton> {
  /** The content's size. */
  className?: string | undefined
}

export function Skeleton({ shape = 'line', width = 'full', className }: SkeletonProps) {
  return <span aria-hidden="true" className={cx(skeleton({ shape, width }), className)} />
}

export const LoadingText = () => <VisuallyHidden role="status">Loading...</VisuallyHidden>

export interface LoadingProps extends Pick<SkeletonProps, 'shape' | 'className'> {
  count?: number | undefined
}

export const Loading = ({ shape = 'card', count = 1, className }: LoadingProps) => (
  <>
    <LoadingText />
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <Skeleton key={index} shape={shape} className={className} />
    ))}
  </>
)
