import { limits } from '../limits.ts'
import { postTags } from './post-tags.ts'

export const videoTexts = {
  tooShort: (seconds: number) =>
    `Videos must be at least ${limits.videoMin} seconds. This was ${Math.round(seconds)} seconds.`,
  tooLong: (seconds: number) =>
    `Videos must be less than ${limits.videoMax} seconds. This was ${Math.round(seconds)} seconds.`,
  notAVideo: 'This file is not a video we can play.',
  tooLarge: (megabytes: number) => `This video is larger than ${megabytes} MB. Please choose a smaller one.`,
  empty: 'This file is empty. Please choose another one.',
  sizeRequired: 'Send the size of the video in bytes',
  fileNameRequired: 'Send the name of the file',
  fileNameInvalid: 'Use a file name without slashes and control characters',
  fileNameTooLong: `File names must be at most ${limits.fileNameMax} characters`,
  durationInvalid: 'The duration must be a number of seconds',
  noSpace: 'There isn’t enough space for this video right now. Please try again later.',
  quotaUsed: (megabytes: number) =>
    `Your videos would take more than ${megabytes} MB. Delete some of them and try again.`,
  tooManyUnfinished: (count: number) =>
    `You have ${count} unfinished uploads. Finish or delete some of them and try again.`,
  expired: 'This upload has expired. Please start it again.',
  notFinished: (received: number, size: number) =>
    `The upload is not finished: ${received} of ${size} bytes have arrived.`,
  lost: 'The upload was lost. Please try again.',
  unknownUpload: 'There is no such upload.',
  unknown: 'Video not found',
  unchecked: 'We can’t check videos right now. Please try again later.',
  notConverted: 'We couldn’t convert this video, so it isn’t published. Please try another one.',
  noLongerKept: 'This video is no longer kept.',
  preparing: 'Preparing your video.',
  preparingPost: 'Preparing your video. Others can see it when it’s ready.',
  linkExpired: 'This link has expired.',
  required: 'Please choose a video',
  captionTooLong: `Caption must be ${limits.captionMax} characters or less`,
  tagInvalid: `Choose a tag: ${postTags.slice(0, -1).join(', ')} or ${postTags.at(-1)}`,
  visibilityInvalid: 'Choose who can see it: Backers or Public',
  publishInvalid: 'Publish must be true or false',
  publishedInvalid: 'You can’t unpublish a post. Delete it instead.',
  noLongerCrew: 'You no longer crew this boat. You can delete this post, but not change it.',
  hiddenByOwner: 'The site’s owner has hidden this video. Only they can show it again.',
  postUnknown: 'Post not found',
  reportTooLong: `Reason must be ${limits.reportMax} characters or less`,
} as const
