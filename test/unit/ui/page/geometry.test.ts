import { describe, expect, it } from 'vitest';
import { common, liftOver, placeCard } from '../../../../src/ui/page/geometry.ts';

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const area = box(40, 100, 1240, 760);
const pill = box(720, 700, 1220, 748);
const room = { area, pill, height: 200, isHeld: false };

describe('a card at a cell', () => {
  it('stands below it, right of the run button', () => {
    expect(placeCard(box(80, 200, 1200, 300), room)).toMatchObject({ left: 136, top: 304 });
  });

  it('beside the pill where that leaves enough room, else above it', () => {
    const beside = placeCard(box(80, 600, 1200, 690), room);
    expect(beside).toMatchObject({ top: 552, width: 576 });
    const wide = placeCard(box(80, 600, 1200, 690), { ...room, pill: box(400, 700, 1220, 748) });
    expect(wide).toMatchObject({ top: 492, width: 760 });
  });

  it('never leaves the area, however tall it is or small the area', () => {
    for (const height of [100, 700, 5_000]) {
      const card = placeCard(box(80, 600, 1200, 690), { ...room, height });
      expect(card?.top).toBeGreaterThanOrEqual(area.top);
      expect((card?.top ?? 0) + Math.min(height, card?.maxHeight ?? 0)).toBeLessThanOrEqual(area.bottom);
    }
    const narrow = placeCard(box(50, 200, 300, 260), { ...room, area: box(40, 100, 420, 760), pill: null });
    expect(narrow).toMatchObject({ left: 48, width: 356 });
  });

  it('is not shown when the cell is out of sight, unless somebody is at work in it', () => {
    const away = box(80, -400, 1200, -300);
    expect(placeCard(away, room)).toBeNull();
    expect(placeCard(away, { ...room, isHeld: true })).toMatchObject({ top: 108 });
  });
});

describe('the pill', () => {
  it('stays where it is when nothing is under it', () => {
    expect(liftOver(pill, null, area)).toBe(0);
    expect(liftOver(pill, box(1000, 400, 1200, 430), area)).toBe(0);
  });

  it('is lifted above the controls of a cell, if there is room', () => {
    const lift = liftOver(pill, box(1000, 710, 1200, 740), area);
    expect(pill.bottom - lift).toBe(702);
    expect(liftOver(pill, box(1000, 120, 1200, 740), area)).toBe(0);
  });
});

it('what two boxes have in common', () => {
  expect(common(box(0, 0, 10, 10), box(5, 6, 20, 20))).toEqual(box(5, 6, 10, 10));
  expect(common(box(0, 0, 10, 10), box(10, 0, 20, 10))).toBeNull();
});
