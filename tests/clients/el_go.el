;;; el_go.el --- A whole game in Emacs' el-go  -*- lexical-binding: t -*-

;; usage: QUINTET=PROGRAM emacs --batch -L FOLDER -L FOLDER/back-ends -l el_go.el
;;   FOLDER    that of el-go (tested: the source of April 2022)
;; A whole game by el-go's GNU Go back end, whose program is quintet. The first move is a person's; the engine plays
;; all others until both sides pass, and el-go's record gets every move. Then the client asks for the score, the
;; territory and the dead stones, takes moves back, plays one and sets the size.
;; Exit status: 0 if all of it succeeds.

(require 'cl)
(require 'cl-lib)
(unless (fboundp 'aget)
  (defun aget (alist key)
    "Returns the value of KEY, as assoc.el did, which el-go uses and Emacs 28 no longer has."
    (cdr (assoc key alist))))
(require 'go)
(require 'gnugo)
(setq gnugo-program (getenv "QUINTET")
      gnugo-options '("--boardsize" "9" "--level" "1" "--seed" "1" "--rule" "ko=simple" "--rule" "repetition=none"))

(defun expect (what is)
  "Ends with an error that names WHAT unless IS."
  (unless is (error "%s" what)))

(condition-case failure
    (let* ((engine (make-instance 'gnugo :buffer (gnugo-start-process)))
           (record (make-instance 'sgf))
           (moves 1) (passes 0)
           (first '(:B :pos . (4 . 4)))
           (score nil))
      (expect "the size is asked for" (= (go-size engine) 9))
      (setf (go-size record) (go-size engine))
      (expect "the name is asked for" (string-prefix-p "quintet" (downcase (go-name engine))))
      ;; A person begins: the client does not know whose turn it is on an empty board, with GNU Go neither.
      (setf (go-move engine) first)
      (setf (go-move record) first)
      (while (and (< passes 2) (< moves 300))
        (let ((move (go-move engine)))
          (if (eq move :pass)
              (setq passes (1+ passes))
            (setq passes 0)
            (setf (go-move record) move))
          (setq moves (1+ moves))))
      (expect "the game ends by two passes" (= passes 2))
      (setq score (go-score engine))
      (expect "the score is a result" (string-match "\\`[BW]\\+[0-9.]+\\'\\|\\`0\\'" score))
      (expect "every point of Black's and White's territory is a vertex" (cl-every #'consp (go-territory engine)))
      (expect "dead stones are vertices" (cl-every #'consp (go-dead engine)))
      (go-undo engine)
      (go-undo engine)
      (setf (go-move engine) (cons (go-color engine) (cons :pos (cons 0 0))))
      (expect "showboard begins with the column letters"
              (string-match "\\`[ \n]*A B C D E F G H J" (gtp-command engine "showboard")))
      (setf (go-size engine) 13)
      (expect "the size is set" (= (go-size engine) 13))
      (message "el-go: a game of %d moves, %s" moves score))
  (error (message "el-go: %S" failure)
         (kill-emacs 1)))
