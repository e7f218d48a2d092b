import { type Map as LeafletMap, TileLayer } from 'leaflet';
import { useEffect } from 'react';
import css from './map.module.css';

/** An address with `{z}`, `{x}` and `{y}`, and what the map has to say of whose it is. */
type TileSource = { url: string; attribution: string };

const read = (): TileSource | null => {
  const [, url, attribution] =
    /^(\S+) (.+)$/.exec(document.querySelector<HTMLMetaElement>('meta[name="tiles"]')?.content ?? '') ?? [];
  return url && attribution ? { url, attribution } : null;
};

/** The tiles that the operator chose for maps; null where they are drawn without asking any other server. */
export const tiles = read();

/** They are loaded without saying which page they are for. What is saved as a picture shows the atlas instead. */
export const Tiles = ({ map, of: { url } }: { map: LeafletMap; of: TileSource }) => {
  useEffect(() => {
    map.getPane('tilePane')!.dataset.print = 'hide';
    const layer = new TileLayer(url, { maxNativeZoom: 19, maxZoom: 20 }).addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, url]);
  return null;
};

/** Whose map it is, with a link where there is one. */
export const Attribution = ({ of: { attribution } }: { of: TileSource }) => {
  const [, words, link] = /^(.*?)(?:\s+(https?:\/\/\S+))?$/.exec(attribution) ?? [];
  return (
    <p className={css.attribution}>
      {link ? (
        <a href={link} target="_blank" rel="noreferrer">
          {words || link}
        </a>
      ) : (
        words
      )}
    </p>
  );
};
