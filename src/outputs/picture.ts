export interface Picture {
  mimeType: string;
  base64: string;
}

export interface PictureSize {
  width: number;
  height: number;
}

/** What one picture may have. */
export interface PictureBudget {
  longestSide: number;
  base64Chars: number;
}

/** Makes a picture fit; null when it cannot be read or drawn here. */
export type ScalePicture = (
  picture: Picture,
  budget: PictureBudget,
) => Promise<(Picture & PictureSize) | null>;

/** Models look at no more than this, and clients refuse larger files. */
export const PICTURE_BUDGET: PictureBudget = { longestSide: 1_568, base64Chars: 266_668 };

/** What all pictures of a result may have together: it must fit one frame, next to the text. */
export const MAX_PICTURES = 4;
export const MAX_PICTURES_CHARS = 600_000;

export const SVG = 'image/svg+xml';
