#!/bin/sh
# Makes the video ads of the journeys: two seconds, bright throughout, with sound. Needs ffmpeg; the journeys don't.
set -eu
cd "$(dirname "$0")"
picture="testsrc2=size=320x180:rate=12:duration=2"
tone="sine=frequency=440:duration=2"
ffmpeg -v error -y -f lavfi -i "$picture" -f lavfi -i "$tone" -c:v libx264 -profile:v baseline -pix_fmt yuv420p -crf 34 \
  -c:a aac -b:a 32k -movflags +faststart -map_metadata -1 clip.mp4
ffmpeg -v error -y -f lavfi -i "$picture" -f lavfi -i "$tone" -c:v libvpx-vp9 -crf 50 -b:v 0 -c:a libopus -b:a 24k \
  -map_metadata -1 clip.webm
