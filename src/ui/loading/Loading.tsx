import type { ComponentProps } from 'react'
import { LoadFailed } from './LoadFailed.tsx'
import { Skeleton } from './Skeleton.tsx'

type Props = ComponentProps<typeof Skeleton> &
  Omit<ComponentProps<typeof LoadFailed>, 'why'> & { why: string | undefined }

/** Placeholder of content that is loading, or the reason why it couldn't be loaded. */
export const Loading = ({ size, why, ...failed }: Props) =>
  why ? <LoadFailed why={why} {...failed} /> : <Skeleton size={size} />
