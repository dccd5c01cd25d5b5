import { describe, expect, it } from '@jest/globals';
import { dashboardTexts } from './dashboard-texts.js';
import { limits } from './limits.js';

const { ads, list, loading, margins, prices, sound, times, upload } = dashboardTexts;

/** Letter for letter (rule 12.1). */
describe("the dashboard's texts", () => {
  it.each([
    [loading, 'Loading your advertisement dashboard...'],
    [ads.on, 'Ads are currently ON'],
    [ads.off, 'Ads are currently OFF'],
    [ads.updated, 'Ads setting updated successfully!'],
    [ads.failed, 'Error updating ads setting. Please try again.'],
    [sound.updated(true), 'Sound OFF successfully!'],
    [sound.updated(false), 'Sound ON successfully!'],
    [sound.signInAgain, 'Authentication failed. Please login again.'],
    [sound.notLoaded, 'User information not loaded. Please refresh the page.'],
    [sound.unauthenticated, 'Access denied: Authentication failed.'],
    [sound.forbidden, 'Access denied: You do not have permission to update this setting.'],
    [sound.failed, 'Error updating sound setting. Please try again.'],
    [times.updated, 'Display times updated successfully!'],
    [times.failed, 'Error updating display times. Please try again.'],
    [margins.updated, 'Margin settings updated successfully!'],
    [margins.failed, 'Error updating margin settings. Please try again.'],
    [prices.updated, 'Price updated successfully!'],
    [prices.failed, 'Error updating price. Please try again.'],
    [list.title(3, limits.ads.total), 'Your Advertisements (3/5)'],
    [list.uploadNew, '+ Upload New'],
    [list.empty, 'No advertisements uploaded yet.'],
    [list.uploadFirst, 'Upload Your First Ad'],
    [list.preloading, 'Downloading Media Files...'],
    [list.confirmDelete, 'Are you sure you want to delete this advertisement?'],
    [list.deleted, 'Advertisement deleted successfully!'],
    [list.notFound, 'Advertisement not found. It may have already been deleted.'],
    [list.serverError, 'Server error occurred. Please try again later.'],
    [list.deleteFailed('why'), 'Error deleting advertisement: why'],
    [list.noNetwork, 'Network error. Please check your connection and try again.'],
    [list.invalidId, 'Invalid advertisement ID. Please refresh the page and try again.'],
    [upload.title, 'Manage Advertisements'],
    [upload.files(2), 'Upload 2 File(s)'],
    [upload.busy, 'Uploading...'],
    [upload.uploaded(2), 'Successfully uploaded 2 advertisement(s)!'],
    [upload.failed, 'Error uploading advertisements. Please try again.'],
    [upload.nothingSelected, 'Please select files to upload'],
    [upload.tooManyVideos(1), 'You can only upload a maximum of 2 videos. You currently have 1 videos.'],
    [
      upload.tooMany(3, 1),
      'You can only upload a maximum of 5 files total (2 videos + 3 images). You currently have 3 images and 1 videos.',
    ],
    [upload.tooLarge('a.mp4', 'video'), 'File a.mp4 is too large. Maximum size for videos is 50MB.'],
    [upload.tooLarge('a.jpg', 'image'), 'File a.jpg is too large. Maximum size for images is 100MB.'],
    [upload.wrongType('a.svg'), 'File a.svg is not a valid image or video file.'],
  ])('%s', (text, wanted) => {
    expect(text).toBe(wanted);
  });
});
