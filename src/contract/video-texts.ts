import { limits } from './limits.ts'

/** What a post is about; the first is what it is when nobody says. */
export const postTags = ['Catch', 'Hookup', 'Run', 'Other'] as const
/** Who sees a post; the first when nobody says. */
export const postVisibilities = ['Backers', 'Public'] as const

/** What a person reads about videos and posts. Plain values: the app that records says the same as the server that refuses. */
export const videoTexts = {
  tooShort: (seconds: number) =>
    `Videos must be at least ${limits.videoMin} seconds. This was ${Math.round(seconds)} seconds.`,
  tooLong: (seconds: number) =>
    `Videos must be less than ${limits.videoMax} seconds. This was ${Math.round(seconds)} seconds.`,
  notAVideo: 'This file is not a video we can play.',
  tooLarge: (megabytes: number) => `This video is larger than ${megabytes} MB. Please choose a smaller one.`,
  empty: 'This file is empty. Please choose another one.',
  sizeRequired: 'Say how many bytes the video has',
  fileNameRequired: 'Say what the file is called',
  fileNameInvalid: 'Use a file name without slashes and control characters',
  durationInvalid: 'The duration is a number of seconds',
  noRoom: 'There is no room for this video right now. Please try again later.',
  quotaUsed: (megabytes: number) =>
    `Your videos would take more than ${megabytes} MB. Delete some of them and try again.`,
  tooManyUnfinished: (count: number) =>
    `You have ${count} unfinished uploads. Finish or delete some of them and try again.`,
  expired: 'This upload has expired. Please start it again.',
  notFinished: (received: number, size: number) =>
    `The upload is not finished: ${received} of ${size} bytes have arrived.`,
  lost: 'The upload was lost on its way. Please try again.',
  unknownUpload: 'There is no such upload.',
  unknown: 'Video not found',
  unchecked: 'Videos cannot be checked right now. Please try again later.',
  notConverted: 'This video could not be converted. Please try another one.',
  preparing: 'Preparing your video.',
  preparingPost: 'Preparing your video. Others see it once it is ready.',
  linkExpired: 'This link has expired.',
  required: 'Please choose a video',
  captionTooLong: `Caption must be ${limits.captionMax} characters or less`,
  tagInvalid: 'Choose a tag: Catch, Hookup, Run or Other',
  visibilityInvalid: 'Choose who can see it: Backers or Public',
  publishInvalid: 'Say whether to publish: true or false',
  publishedInvalid: 'A post can only be published; delete it to take it back',
  noLongerCrew: 'You no longer crew this boat. You can delete this post, but not change it.',
  postUnknown: 'Post not found',
  reportTooLong: `A reason has at most ${limits.reportMax} characters`,
} as const
