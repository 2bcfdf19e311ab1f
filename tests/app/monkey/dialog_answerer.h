#pragma once

#include "tests/app/monkey/scene.h"

#include <QObject>

class QDialog;
class QFileDialog;
class QMenu;
class QMessageBox;

namespace headlight {

/// Answers every dialog, question and menu that opens, so that nothing waits for a person.
class DialogAnswerer : public QObject {
public:
    explicit DialogAnswerer(Scene& scene);

private:
    void look();
    void answer(QWidget* window);
    void answerMenu(QMenu* menu);
    void answerQuestion(QMessageBox* box);
    void chooseFile(QFileDialog* dialog);
    void fillIn(QDialog* dialog);

    Scene& m_scene;
};

} // namespace headlight
