const AUTH_FAILED = 'Access denied: Authentication failed.';

/** What the shop's dashboard says (spec 2 and 8), and the words it needs beside. */
export const dashboardTexts = {
  title: 'Advertisement Dashboard',
  loading: 'Loading your advertisement dashboard...',
  publicView: 'Public View',
  logout: 'Logout',
  ads: {
    title: 'Advertisement Display',
    on: 'Ads are currently ON',
    off: 'Ads are currently OFF',
    updated: 'Ads setting updated successfully!',
    failed: 'Error updating ads setting. Please try again.',
  },
  sound: {
    title: 'Sound Settings',
    updated: (muted: boolean) => `Sound ${muted ? 'OFF' : 'ON'} successfully!`,
    signInAgain: 'Authentication failed. Please login again.',
    notLoaded: 'User information not loaded. Please refresh the page.',
    unauthenticated: AUTH_FAILED,
    forbidden: 'Access denied: You do not have permission to update this setting.',
    failed: 'Error updating sound setting. Please try again.',
  },
  times: {
    adDuration: 'Advertisement Duration',
    priceDuration: 'Price Display Duration',
    updated: 'Display times updated successfully!',
    failed: 'Error updating display times. Please try again.',
  },
  margins: {
    title: 'Price Margins',
    updated: 'Margin settings updated successfully!',
    failed: 'Error updating margin settings. Please try again.',
  },
  prices: {
    title: 'Custom Price Tables',
    updated: 'Price updated successfully!',
    failed: 'Error updating price. Please try again.',
  },
  list: {
    title: (count: number, total: number) => `Your Advertisements (${count}/${total})`,
    uploadNew: '+ Upload New',
    empty: 'No advertisements uploaded yet.',
    uploadFirst: 'Upload Your First Ad',
    preloading: 'Downloading Media Files...',
    confirmDelete: 'Are you sure you want to delete this advertisement?',
    deleted: 'Advertisement deleted successfully!',
    unauthenticated: AUTH_FAILED,
    forbidden: 'Access denied: You do not have permission to delete this advertisement.',
    notFound: 'Advertisement not found. It may have already been deleted.',
    serverError: 'Server error occurred. Please try again later.',
    deleteFailed: (message: string) => `Error deleting advertisement: ${message}`,
    noNetwork: 'Network error. Please check your connection and try again.',
    invalidId: 'Invalid advertisement ID. Please refresh the page and try again.',
  },
  upload: {
    title: 'Manage Advertisements',
    files: (count: number) => `Upload ${count} File(s)`,
    busy: 'Uploading...',
    /** Of one file, by the server. */
    stored: 'Advertisement uploaded successfully!',
    uploaded: (count: number) => `Successfully uploaded ${count} advertisement(s)!`,
    failed: 'Error uploading advertisements. Please try again.',
    nothingSelected: 'Please select files to upload',
    tooManyVideos: (videos: number) => `You can only upload a maximum of 2 videos. You currently have ${videos} videos.`,
    tooMany: (images: number, videos: number) =>
      `You can only upload a maximum of 5 files total (2 videos + 3 images). You currently have ${images} images and ${videos} videos.`,
    tooLarge: (name: string, kind: 'image' | 'video') =>
      `File ${name} is too large. Maximum size for ${kind === 'video' ? 'videos is 50MB' : 'images is 100MB'}.`,
    wrongType: (name: string) => `File ${name} is not a valid image or video file.`,
    oneFile: 'One file at a time, in the field “advertisement”.',
    serverBusy: 'Too many uploads at the moment. Please try again.',
    /** A warning, not a refusal. */
    stillOnly: 'The animation is too large for a board: only its first picture is shown.',
    /** The connection ended before the file did. */
    cutOff: 'The upload was cut off. Please try again.',
    codec: (codec: string) => `Many TVs can’t play ${codec}. Save the video as H.264 (MP4) to be sure.`,
  },
} as const;
