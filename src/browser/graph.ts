/** The script of the picture of a crate. The picture is there without it. */
export {};
